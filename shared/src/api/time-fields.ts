import { z } from 'zod'
import { isWallTime } from '../time/wall-time.ts'
import { ZONE_MAX } from '../time/zones.ts'

/** A time zone name. The endpoint checks that the zone exists, with an error of its own. */
export const zoneSchema = z.string().min(1).max(ZONE_MAX)

/** A wall time, `YYYY-MM-DDTHH:MM`. */
export const wallSchema = z.string().refine(isWallTime)
