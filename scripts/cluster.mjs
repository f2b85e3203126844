import './lib/node-version.mjs'

import('./lib/cluster.mjs').then(({ cluster }) => cluster())
