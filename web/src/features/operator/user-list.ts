import type { UserFilter } from '@ninesixteen/shared/api/operator'

export const PEOPLE_SHOWN_LABELS: { value: UserFilter; label: string }[] = [
  { value: 'people', label: 'Everybody' },
  { value: 'locked', label: 'Locked' },
  { value: 'demos', label: 'Demos' },
]
