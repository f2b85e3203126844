import 'server-only'
import { simulationAddress, type PlayerExam, type SimulationLaunch } from '@/lib/domain/exams'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import type { Learner } from '@/lib/domain/learner'
import { env } from '@/lib/env'
import { getPlanExam, getSectionExam } from '@/lib/training/exams'

/** The address at which a simulation exam opens for this learner; null when there is nothing to open or no service is configured. */
export function simulationAddressFor(learner: Learner, launch: SimulationLaunch | null, planId?: string): string | null {
  return launch && env.SIMULATION_BASE_URL ? simulationAddress(env.SIMULATION_BASE_URL, launch, { learnerId: learner.id, language: learner.locale }, planId) : null
}

/** An exam of the player with the address of its simulation; the ticket itself stays here. */
export async function playerExamWithAddress(
  learner: Learner, { kind, sectionId, itemId }: { kind: EnrolmentKind; sectionId?: string | undefined; itemId?: string | undefined },
): Promise<(PlayerExam & { simulationUrl: string | null }) | null> {
  const exam = sectionId ? await getSectionExam(learner, { kind, sectionId, itemId: itemId ?? null }) : itemId ? await getPlanExam(learner, { itemId }) : null
  return exam && { ...exam, simulationUrl: simulationAddressFor(learner, exam.simulation) }
}
