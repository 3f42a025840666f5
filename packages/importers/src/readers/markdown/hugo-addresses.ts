import { posix } from 'node:path';
import { asObject, type JsonObject, text } from '../values.ts';
import { type Clock, calendarOf, clocksOf, fillPatterns, tidyPath, writtenAddresses } from './address-tokens.ts';
import type { AddressedFile, Addresses } from './folder.ts';
import { languagesOf, mainLanguage } from './hugo-config.ts';

/** Spells a path as Hugo does: letters, digits and some signs, a hyphen for blanks, in lower case. */
function urlize(path: string, config: JsonObject = {}) {
  const plain = path
    .trim()
    .replace(/[^\p{L}\p{N}\p{M}./\\_#+~\-@%\s]|%(?![\da-f]{2})/giu, '')
    .replace(/\s*-?\s+/g, '-')
    .replace(/-\s+/g, '-');
  return config.disablepathtolower === true ? plain : plain.toLowerCase();
}

/** Addresses of a page by the configuration and front matter. */
export function hugoAddresses(file: AddressedFile, config: JsonObject): Addresses {
  const { fields } = file;
  const page = describePage(file, config);
  const written = writtenAddresses(lowerField(fields, 'url'));
  const patterns = written.length > 0 ? written : [patternOf(page, config)];
  const clocks = clocksOf(fields.date ?? fields.publishDate ?? fields.publishdate, file.date);
  const { known, unknown } = fillPatterns(patterns, (clock) => tokens(page, file, config, clock), clocks);
  const [main] = known;
  const aliases = [lowerField(fields, 'aliases'), lowerField(fields, 'alias')].flat(2).map(text).filter(Boolean);
  const folder = posix.dirname((main ?? '/').replace(/\/$/, ''));
  const former = aliases.map((one) => (/^(?:\/|https?:)/.test(one) ? one : posix.join(folder, one)));
  return { known: [...inLanguages(known, page.language, config), ...writtenAddresses(former).map(tidyPath)], unknown };
}

function lowerField(fields: JsonObject, name: string) {
  return fields[name] ?? Object.entries(fields).find(([key]) => key.toLowerCase() === name)?.[1];
}

type Page = { folders: string[]; name: string; slug: string; language: string };

/** Parts of a page's path: a bundle's name is that of its folder. */
function describePage({ place, fields, meta }: AddressedFile, config: JsonObject): Page {
  const codes = languagesOf(config).map(({ code }) => code);
  const bare = place.path.replace(/\.\w+$/, '');
  const [, suffix = ''] = /\.([A-Za-z]{2,3}(?:-\w+)?)$/.exec(bare) ?? [];
  const language = codes.includes(suffix.toLowerCase()) ? suffix.toLowerCase() : '';
  const path = language ? bare.slice(0, -suffix.length - 1) : bare;
  const folders = path.split('/');
  if (/^_?index$/i.test(folders.at(-1) ?? '')) folders.pop();
  const name = folders.pop() ?? '';
  return {
    folders,
    name,
    slug: meta.slug || text(lowerField(fields, 'slug')),
    language: language || (place.language ?? ''),
  };
}

/** The pattern of a page's section, else its path. */
function patternOf({ folders: [section = ''], language }: Page, config: JsonObject) {
  const ofLanguage = languagesOf(config).find(({ code }) => code === language)?.permalinks;
  for (const permalinks of [ofLanguage ?? {}, asObject(config.permalinks)])
    for (const patterns of [asObject(permalinks.page), permalinks]) {
      const found = Object.entries(patterns).find(
        ([name]) => name.toLowerCase().replace(/^\/|\/$/g, '') === section.toLowerCase(),
      );
      if (found && text(found[1]) !== '') return text(found[1]);
    }
  return ':allsections/:slugorcontentbasename/';
}

function tokens({ folders, name, slug }: Page, file: AddressedFile, config: JsonObject, clock: Clock | undefined) {
  const spell = (written: string) => urlize(written, config);
  const title = spell(file.title).replaceAll('/', '-');
  const sections = folders.map(spell);
  const known: Record<string, string | undefined> = {
    allsections: sections.join('/'),
    section: sections[0] ?? '',
    sectionslug: sections[0] ?? '',
    title,
    slug: spell(slug) || title,
    filename: spell(name),
    contentbasename: spell(name),
    slugorfilename: spell(slug || name),
    slugorcontentbasename: spell(slug || name),
    ...(clock && dateTokens(clock)),
  };
  return (token: string, slice: string) => {
    if (/^sectionslugs?$|^sections$/.test(token) && token !== 'sectionslug') return sliceOf(sections, slice).join('/');
    return Object.hasOwn(known, token) ? known[token] : undefined;
  };
}

/** `[1:]`, `[:last]`, `[last]`, `[0]` of the sections. */
function sliceOf(sections: string[], slice: string) {
  if (slice === '') return sections;
  const place = (written: string) =>
    written === 'last' ? sections.length - 1 : written === 'first' ? 0 : Number(written);
  const [from = '', to] = slice.slice(1, -1).split(':');
  if (to === undefined) return sections.slice(place(from), place(from) + 1);
  return sections.slice(from === '' ? 0 : place(from), to === '' ? undefined : place(to));
}

/** Hugo's own names of dates, and those of Go's layouts. */
function dateTokens(clock: Clock): Record<string, string> {
  const { month, weekday, weekdayNumber, yearDay } = calendarOf(clock);
  const [year, number, day] = [clock.year, clock.month, clock.day];
  const hugo = {
    year,
    month: number,
    day,
    monthname: month,
    weekdayname: weekday,
    weekday: String(weekdayNumber),
    yearday: String(yearDay),
  };
  const go = {
    '2006': year,
    '06': year.slice(2),
    '01': number,
    '1': String(Number(number)),
    '02': day,
    '2': String(Number(day)),
    January: month,
    Jan: month.slice(0, 3),
    Monday: weekday,
    Mon: weekday.slice(0, 3),
    '15': clock.hour,
    '04': clock.minute,
    '05': clock.second,
  };
  return { ...hugo, ...go };
}

/** The main language has no prefix unless it is told to; another one has. */
function inLanguages(addresses: string[], language: string, config: JsonObject) {
  const main = mainLanguage(config);
  const code = language || main;
  if (code !== main) return addresses.map((one) => `/${code}${one}`);
  return config.defaultcontentlanguageinsubdir === true
    ? [...addresses, ...addresses.map((one) => `/${main}${one}`)]
    : addresses;
}

/** Addresses of the list of a category or tag. */
export function hugoListAddresses(folder: string, name: string, config: JsonObject): string[] {
  const permalinks = asObject(config.permalinks);
  const pattern = text(asObject(permalinks.term)[folder]) || text(permalinks[folder]) || `/${folder}/:slug/`;
  const spelled = urlize(name, config);
  const { known } = fillPatterns([pattern], () => (token) => (token.startsWith('section') ? folder : spelled), []);
  const codes = languagesOf(config).map(({ code }) => code);
  return [...known, ...codes.flatMap((code) => inLanguages(known, code, config))];
}
