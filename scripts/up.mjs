import './lib/node-version.mjs'

import('./lib/up.mjs').then(({ up }) => up({ usage: 'npm run up\nInstalls, builds and serves the whole product; its settings are in .env.example.', development: false }))
