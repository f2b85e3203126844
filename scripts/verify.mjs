import './lib/node-version.mjs'

import('./lib/verify.mjs').then(({ verify }) => verify())
