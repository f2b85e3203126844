const PLACE_KEY = 'place-before-language'

/** Goes back to the place on the page where the language was switched. */
export function restorePlace(): void {
  const place = keepPlace(null)
  if (place !== null) scrollTo(0, Number(place))
}

/** Keeps a place for the next page, or none; gives back the one before. Some apps' browsers have no storage, and pages do without. */
export function keepPlace(place: string | null): string | null {
  try {
    const before = sessionStorage.getItem(PLACE_KEY)
    if (place !== null) sessionStorage.setItem(PLACE_KEY, place)
    else if (before !== null) sessionStorage.removeItem(PLACE_KEY)
    return before
  } catch {
    return null
  }
}
