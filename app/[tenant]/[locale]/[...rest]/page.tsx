import { notFound } from 'next/navigation'

export const dynamic = 'force-dynamic'

/** Any address that is no screen of the product. */
export default function UnknownPage(): never {
  notFound()
}
