/** Runs before the first paint: the theme that was chosen goes on <html>; without a choice the system decides. */
export const themeScript = "(function(){var m=/(?:^|; )theme=(light|dark)/.exec(document.cookie);if(m)document.documentElement.dataset.theme=m[1]})()"
