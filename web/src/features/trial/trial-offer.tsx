import { usePublicConfig } from '../../app/public-config.ts'
import { TopicField } from './topic-field.tsx'

/** Where a stranger meets it. Absent where nobody may try. */
export function TrialOffer() {
  return usePublicConfig().tryIt ? <TopicField /> : null
}
