import fc from 'fast-check'

// A property tries the same sample each time, unless it has a seed of its own: what the gate says must not depend on chance.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 2026) })
