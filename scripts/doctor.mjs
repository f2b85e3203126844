// `npm run doctor [-- --domain D] [--account A --password P] [--web URL]`: tries configuration, platform and web, and says in people's words what is wrong.
import './lib/node-version.mjs'

import('./lib/programs.mjs').then(({ examine }) => examine())
