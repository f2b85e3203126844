import './lib/node-version.mjs'

import('./lib/up.mjs').then(({ up }) => up({ usage: 'npm run dev\nThe product as npm run up serves it, rebuilt as you type.', development: true }))
