// `npm run db:copy`: training-api/db/copy/cli.ts on whatever Node there is.
import './lib/node-version.mjs'

import('./lib/programs.mjs').then(({ copyDatabase }) => copyDatabase())
