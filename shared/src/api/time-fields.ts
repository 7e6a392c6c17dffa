import { z } from 'zod'
import { isWallTime } from '../time/wall-time.ts'
import { ZONE_MAX } from '../time/zones.ts'

/** Name of a time zone. Whether there is such a zone is asked by the call, which says so in words of its own. */
export const zoneSchema = z.string().min(1).max(ZONE_MAX)

/** A wall time, `YYYY-MM-DDTHH:MM`. */
export const wallSchema = z.string().refine(isWallTime)
