/**
 * How the training API's programs are called. They say it themselves, and whoever starts them by npm says it before anything is installed.
 */
export const usages = {
  api: 'npm run api\nThe training API alone; its settings are in .env.example.',
  'add-tenant': `npm run add-tenant -- --domain train.customer.example --name NAME --account ACCOUNT
npm run add-tenant -- --domain academy.customer.example --of train.customer.example [--first]
The second gives a tenant a further domain, which leads to its first; with --first this one is the first, to which its others lead.`,
  'answer-files': 'npm run answer-files [-- --exam ID] [--tenant ID] [--show NUMBER]',
  'db:copy': `npm run db:copy -- FROM TO [--tenant ID]
From where to where, and perhaps one tenant alone. Each is one of: here (the database of the settings), an address that begins with postgres://, a data folder, a file that ends in .backup`,
  'db:forget': `npm run db:forget -- --tenant ID --account ACCOUNT
Removes an account and everything of its learner from the database of the settings, for good. With the embedded database the product must be stopped meanwhile`,
}
