import { z } from 'zod'
import { learnerDoor } from '@/lib/request/door'

/** The server's clock in milliseconds since 1970, by which a device knows how far its own is off. */
export const GET = learnerDoor(z.object({}), async () => ({ now: Date.now() }))
