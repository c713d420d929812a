/** The page in English and in Chinese. */

import { en } from '../words/en'
import { zh } from '../words/zh'
import type { Words } from '../api.types'
import { settings } from './settings.svelte'

export type Key = keyof typeof en

const tables: Record<'en' | 'zh', Record<Key, string>> = { en, zh }

/** The text for a key, with `{name}` replaced. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return tables[settings.language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** Words from the server. */
export function say(words: Words): string {
  return words[settings.language]
}

/** The text for a key that may not exist, such as a game's own words. */
export function maybe(key: string): string | undefined {
  return (tables[settings.language] as Record<string, string>)[key]
}

/** A moment, given in seconds since 1970, as the reader writes it. */
export function moment(seconds: number): string {
  const own = navigator.languages.find((name) => name.startsWith(settings.language))
  const form = new Intl.DateTimeFormat(own ?? settings.language, { dateStyle: 'medium', timeStyle: 'short' })
  return form.format(new Date(seconds * 1000))
}
