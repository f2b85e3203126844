import './lib/node-version.mjs'

import('./lib/fuzz.mjs').then(({ fuzz }) => fuzz())
