/** Seconds as hours, minutes and seconds of two digits. */
export function clockOf(seconds: number): { hour: string; min: string; sec: string } {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  return { hour: two(Math.floor(whole / 3600)), min: two(Math.floor((whole % 3600) / 60)), sec: two(whole % 60) }
}
