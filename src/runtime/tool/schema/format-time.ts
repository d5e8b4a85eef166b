const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A full date of RFC 3339. */
export function isDate(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month >= 1 && month <= 12 && day >= 1 && day <= (monthDays[month - 1] ?? 0) + (leap ? 1 : 0);
}

/** A full time of RFC 3339, with its offset. */
export function isTime(text: string): boolean {
  const parts = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text);
  if (parts === null) return false;
  const [hour, minute, second, offsetHour, offsetMinute] = [1, 2, 3, 5, 6].map((part) => Number(parts[part] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second <= 59) return true;
  // A leap second is the last one of a day in UTC.
  const east = (parts[4] === "-" ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  return second === 60 && (((hour * 60 + minute - east) % 1440) + 1440) % 1440 === 1439;
}

/** A date and time of RFC 3339. */
export function isDateTime(text: string): boolean {
  const [date, time, more] = text.split(/[t]/i);
  return date !== undefined && time !== undefined && more === undefined && isDate(date) && isTime(time);
}

/** A duration of ISO 8601 as RFC 3339 has it: weeks stand alone, units do not skip. */
export function isDuration(text: string): boolean {
  if (!/^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?!$)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/.test(text)) return false;
  return !/\dYT?\d+D|\dH\d+S/.test(text);
}
