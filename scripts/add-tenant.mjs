// `npm run add-tenant`: training-api/add-tenant.ts on whatever Node there is.
import './lib/node-version.mjs'

import('./lib/programs.mjs').then(({ addTenant }) => addTenant())
