import type { BrandRole } from '@ninesixteen/shared/brand/limits'

export const ROLE_LABELS: Record<BrandRole, string> = { hook: 'Hook', point: 'Points', closing: 'Closing' }
