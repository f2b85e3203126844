/** The languages titles may be kept in; Chinese is always there. */
export type Language = 'zh' | 'en' | 'ja'

/** A title with what translations there are. */
export type Titles = { title: string; titleEn: string | null; titleJa: string | null }

/** What an item of a plan is called: as the course or exam that it is, in all its languages; a name that it was given by hand it keeps in each. */
export function itemTitles(name: string, child: Titles | null): Titles {
  return child?.title === name ? child : { title: name, titleEn: null, titleJa: null }
}

/** The title in the asked language, in Chinese when it is not translated. */
export function titleIn(language: Language, { title, titleEn, titleJa }: Titles): string {
  if (language === 'en') return titleEn ?? title
  return language === 'ja' ? (titleJa ?? title) : title
}
