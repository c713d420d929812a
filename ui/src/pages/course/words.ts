/** How numbers of a course are written. */

/** Points, to the hundredth where they have one. */
export const points = (number: number): string => String(Math.round(number * 100) / 100)

export const percent = (share: number): string => `${Math.round(share * 100)} %`

/** A moment as a field for dates wants it, in the reader's own time. */
export function dateField(seconds: number | null): string {
  if (seconds === null) return ''
  const date = new Date(seconds * 1000)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** And back: seconds since 1970, or nothing where the field is empty. */
export function secondsOf(field: string): number | null {
  const time = new Date(field).getTime()
  return Number.isNaN(time) ? null : Math.floor(time / 1000)
}

/** How long somebody waits. */
export function waiting(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 1 ? `${seconds} s` : `${minutes} min`
}

export const sizeOf = (bytes: number): string => (bytes < 10_240 ? `${bytes} B` : `${Math.round(bytes / 1024)} KiB`)
