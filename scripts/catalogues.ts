import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import MessageFormat from '@messageformat/core';
import type { Plugin } from 'vite';

/** The package has no types for this entry. */
const compileModule = createRequire(import.meta.url)('@messageformat/core/compile-module') as (
  format: MessageFormat,
  messages: object,
) => string;

type Catalogue = Readonly<Record<string, string>>;

const english = 'en';
const catalogueFile = /\/([a-z]{2})\.messages$/;

/** Returns a catalogue as a module of functions; a text that it lacks is English. Keys with an underscore in front are notes. */
export function compiledCatalogue(language: string, own: Catalogue, fallback: Catalogue): string {
  const isText = ([key]: [string, string]) => !key.startsWith('_');
  const missing = Object.entries(fallback).filter((entry) => isText(entry) && own[entry[0]] === undefined);
  const messages = {
    ...Object.fromEntries(Object.entries(own).filter(isText)),
    // A key with the name of a language is compiled by the rules of that language.
    ...(missing.length > 0 && { [english]: Object.fromEntries(missing) }),
  };
  const code = compileModule(new MessageFormat([language, english]), messages);
  return missing.length === 0
    ? code
    : `${code.replace('export default', 'const all =')}\nexport default { ...all.${english}, ...all };`;
}

/** Compiles the catalogues of the visitor's page at build time. Source: docs/decisions/496. */
export const catalogues: Plugin = {
  name: 'catalogues',
  enforce: 'pre',
  load(id) {
    const language = catalogueFile.exec(id)?.[1];
    if (language === undefined) return null;
    const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
    return compiledCatalogue(language, read(id), read(id.replace(catalogueFile, `/${english}.messages`)));
  },
};
