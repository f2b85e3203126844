import { redirect } from 'next/navigation'
import { playerPlaceOf, routes } from '@/lib/routes'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** An old address of the player. */
export default async function OldPlayerPage({ searchParams }: Props) {
  const place = playerPlaceOf(await searchParams)
  redirect(place.courseId || place.planId ? routes.player(place) : routes.myCourses())
}
