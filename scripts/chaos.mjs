import './lib/node-version.mjs'

import('./lib/chaos.mjs').then(({ chaos }) => chaos())
