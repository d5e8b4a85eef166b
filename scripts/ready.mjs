// Makes a clone ready to run: installs what is missing, builds what is stale, and costs next to nothing otherwise.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { compileShapes } from "./compile-shapes.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const stampFile = join(root, ".tsbuild", "ready");
const projects = [
  { sources: ["src/runtime"], output: "src/runtime/dist" },
  { sources: ["src/generator"], output: "src/generator/dist" },
  { sources: ["generated", "examples"], output: "build" },
];

refuseOldNode();
if (!isInstalled()) install();
const stale = staleness();
if (stale) build(stale);

function refuseOldNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  stop(`Toolwright needs Node 20.19 or newer; this is ${process.version}.`);
}

// npm writes its own record of what it installed, last of all; an interrupted install has none.
function isInstalled() {
  const record = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, { version, link, optional }]) =>
      !path.startsWith("node_modules/") ||
      optional ||
      (installed[path] && (link || installed[path].version === version)),
  );
}

function install() {
  say("installing what package-lock.json names (npm ci) …");
  const clean = npm("ci");
  if (clean.status === 0) return;
  if (!/can only install (packages )?when your package\.json and package-lock\.json/.test(clean.output))
    stop("npm ci failed; see above.");
  say("package.json and package-lock.json disagree, so npm ci refused; installing with npm install …");
  if (npm("install").status !== 0) stop("npm install failed; see above.");
}

function npm(command) {
  const cli = process.env.npm_execpath;
  const [file, args] = cli?.endsWith("npm-cli.js") ? [process.execPath, [cli, command]] : ["npm", [command]];
  const run = spawnSync(file, [...args, "--no-audit", "--no-fund"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "inherit", "pipe"],
    shell: file === "npm" && process.platform === "win32",
  });
  process.stderr.write(run.stderr ?? "");
  return { status: run.status, output: run.stderr ?? "" };
}

function staleness() {
  const outputs = [...projects.map(({ output }) => output), "src/generator/dist/shapes"];
  if (outputs.some((output) => !existsSync(join(root, output)))) return "missing";
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp() ? null : "changed";
}

// Names, sizes and times of all that the compiler reads: `tsc -b` asks the same, and takes longer.
function stamp() {
  const hash = createHash("sha256");
  for (const file of ["tsconfig.json", "package-lock.json", ...projects.flatMap((p) => p.sources.flatMap(sourcesIn))]) {
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

function sourcesIn(folder) {
  return filesIn(folder).filter((file) => file.endsWith(".ts") || file.endsWith(".json"));
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return ["dist", "node_modules"].includes(entry.name) ? [] : filesIn(path);
  });
}

function build(reason) {
  say("building (tsc -b) …");
  const before = stamp();
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  // With its outputs gone but its records left, `tsc -b` would believe there is nothing to do.
  const args = reason === "missing" ? ["-b", "--force"] : ["-b"];
  if (spawnSync(process.execPath, [tsc, ...args], { cwd: root, stdio: "inherit" }).status !== 0)
    stop("the build failed; see above.");
  for (const project of projects) removeOrphans(project);
  compileShapes(join(root, "src", "generator"));
  mkdirSync(join(root, ".tsbuild"), { recursive: true });
  writeFileSync(stampFile, before);
}

// A source that was deleted must not live on in what is tested and packed.
function removeOrphans({ sources, output }) {
  // Shapes come from schemas, and are written over where they are: somebody may be running them.
  for (const file of filesIn(output).filter((name) => !name.endsWith(".cjs"))) {
    const stem = relative(output, file).replace(/(\.d\.ts|\.js)(\.map)?$/, "");
    const source = sources.length > 1 ? `${stem}.ts` : `${sources[0]}/${stem}.ts`;
    if (!existsSync(join(root, source))) rmSync(join(root, file));
  }
}

function say(sentence) {
  console.log(`toolwright: ${sentence}`);
}

function stop(sentence) {
  console.error(`toolwright: ${sentence}`);
  process.exit(1);
}
