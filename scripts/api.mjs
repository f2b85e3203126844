// `npm run api`: the training API alone.
import './lib/node-version.mjs'

import('./lib/programs.mjs').then(({ api }) => api())
