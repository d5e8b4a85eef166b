// A schema of that size has no place in a repository, so it is made when it is needed.
const properties = Object.fromEntries(Array.from({ length: 50_001 }, (_, index) => [`p${index}`, {}]));
const spec = { name: "vast", description: "Takes far too much.", input: { type: "object", properties }, effect: "read" };

export default new Map([["vast.tool.json", JSON.stringify(spec)]]);
