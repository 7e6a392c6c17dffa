import { SAFE_AREA_IDS, safeAreaLabel } from '@ninesixteen/shared/slide/safe-area'
import type { SafeAreaId } from '@ninesixteen/shared/slide/safe-area'
import { ChevronDown } from 'lucide-react'
import { IconButton } from '../../../components/icon-button.tsx'
import { Menu, MenuChoice } from '../../../components/menu.tsx'
import { useEditorSession } from '../document/session-context.ts'
import { chooseSafeArea, useSafeArea } from '../stage/safe-area-choice.ts'

const OPTIONS = SAFE_AREA_IDS.map((value) => ({ value, label: safeAreaLabel(value) }))

/** Whose safe area is shown. Only offered while one is. */
export function SafeAreaMenu() {
  const { store } = useEditorSession()
  const { isShown, network } = useSafeArea()
  if (!isShown) return null
  const label = safeAreaLabel(network)
  return (
    <Menu align="end" trigger={<IconButton size="small" label={`Safe area for: ${label}`} icon={<ChevronDown aria-hidden="true" />} />}>
      <MenuChoice<SafeAreaId>
        label="Safe area for"
        stacked
        value={network}
        options={OPTIONS}
        onChange={(next) => {
          chooseSafeArea({ network: next })
          store.announce(`Safe area for ${safeAreaLabel(next)}`)
        }}
      />
    </Menu>
  )
}
