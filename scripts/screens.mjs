import './lib/node-version.mjs'

import('./lib/screens.mjs').then(({ screens }) => screens())
