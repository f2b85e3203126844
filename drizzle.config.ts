import { defineConfig } from 'drizzle-kit'

// Only for `npm run db:generate`: the server applies migrations itself, through the one way a database is opened.
export default defineConfig({
  dialect: 'postgresql',
  schema: './training-api/db/schema',
  out: './training-api/db/migrations',
})
