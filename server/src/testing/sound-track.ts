import { adtsFile } from '@ninesixteen/shared/sound/aac/adts'
import { SILENT_PACKET } from '@ninesixteen/shared/sound/aac/gain'

/** A track of two seconds. */
export const ADTS_FILE = adtsFile({ sampleRate: 48_000, packets: Array.from({ length: 95 }, () => SILENT_PACKET) })
