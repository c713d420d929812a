/** Time left, as clocks show it: tenths at the end, minutes before. */
export function clockText(seconds: number): string {
  if (seconds < 20) return seconds.toFixed(1)
  const whole = Math.ceil(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const rest = String(whole % 60).padStart(2, '0')
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
