/** Comes when a language is asked for; loaded here and nowhere else, as another `import()` of the same is another file. */
export const loadLanguageQuestion = () => import('@/components/shell/language-question')
