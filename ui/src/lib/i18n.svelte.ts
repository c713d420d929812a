/** The page in English and in Chinese: one dictionary a language, and `t` to read it. */

import en from '../i18n/en.json'
import zh from '../i18n/zh.json'
import type { Localized } from '../api.types'
import { settings } from './settings.svelte'
import { fill } from './text'

export type Key = keyof typeof en

const dictionaries: Record<'en' | 'zh', Record<Key, string>> = { en, zh }

/** The text for a key, with `{name}` replaced. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return fill(dictionaries[settings.language][key], values)
}

/** A text from the server in the reader's language. */
export function say(text: Localized): string {
  return text[settings.language]
}

/** The text for a key that may not exist, such as a game's own words. */
export function maybe(key: string): string | undefined {
  return (dictionaries[settings.language] as Record<string, string>)[key]
}

export function moves(count: number): string {
  return count === 1 ? t('home.onemove') : t('home.moves', { count })
}

/** A moment, given in seconds since 1970, as the reader writes it. */
export function moment(seconds: number): string {
  const own = navigator.languages.find((name) => name.startsWith(settings.language))
  const form = new Intl.DateTimeFormat(own ?? settings.language, { dateStyle: 'medium', timeStyle: 'short' })
  return form.format(new Date(seconds * 1000))
}
