import dns from 'node:dns'

// Browsers lead every *.localhost name to this machine by themselves; Node asks a name server, which may not know them.
const lookup = dns.lookup.bind(dns) as (...given: unknown[]) => void
const lookupLater = dns.promises.lookup.bind(dns.promises) as (...given: unknown[]) => Promise<dns.LookupAddress>
const here = (name: unknown) => (typeof name === 'string' && name.endsWith('.localhost') ? 'localhost' : name)
dns.lookup = ((name: unknown, ...rest: unknown[]) => lookup(here(name), ...rest)) as typeof dns.lookup
dns.promises.lookup = ((name: unknown, ...rest: unknown[]) => lookupLater(here(name), ...rest)) as typeof dns.promises.lookup
