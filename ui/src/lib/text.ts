/** Numbers and sentences as people read them. */

export const number = (value: number): string => value.toLocaleString('en')

export const percent = (share: number): string => (100 * share).toFixed(share < 0.1 ? 2 : 1)

/** A sentence with its blanks in braces filled in. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** Whether a key belongs to a field or a button, not to the page. */
export function isTyped(event: KeyboardEvent): boolean {
  const on = event.target as HTMLElement
  return /^(INPUT|SELECT|TEXTAREA|BUTTON|A|SUMMARY)$/.test(on.tagName) || event.ctrlKey || event.metaKey || event.altKey
}
