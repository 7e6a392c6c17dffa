import { usePublicConfig } from '../../app/public-config.ts'
import { TryField } from './topic-field.tsx'

/** Where a stranger meets it. Absent where nobody may try. */
export function TryHere() {
  return usePublicConfig().tryIt ? <TryField /> : null
}
