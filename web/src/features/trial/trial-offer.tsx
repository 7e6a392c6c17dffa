import { usePublicConfig } from '../../app/public-config.ts'
import { TopicField } from './topic-field.tsx'

/** The trial on the home page, unless the operator turned it off. */
export function TrialOffer() {
  return usePublicConfig().tryIt ? <TopicField /> : null
}
