import { PHOTO_PLATFORMS } from '@ninesixteen/shared/platforms'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { BlogPhotosTab } from './blog-photos-tab.tsx'
import { MyPhotosTab } from './my-photos-tab.tsx'

export interface ImagePickerProps {
  open: boolean
  onOpenChange(open: boolean): void
  purpose: 'background' | 'image-box'
  /** The company whose photos come first. */
  companyId: string | null
  onPick(filePath: string): void
}

const TITLES = { background: 'Choose Background Image', 'image-box': 'Choose Image for Image Box' } as const
const LIBRARY = 'library'

/** Chooses a photo from the user's library or from a connected account. */
export function ImagePicker({ open, onOpenChange, purpose, companyId, onPick }: ImagePickerProps) {
  const [source, setSource] = useState<string>(LIBRARY)
  const items = [
    { value: LIBRARY, label: 'My Photos', content: <MyPhotosTab companyId={companyId} onPick={onPick} /> },
    ...PHOTO_PLATFORMS.map(({ id, label }) => ({
      value: id,
      label,
      content: <BlogPhotosTab platform={id} label={label} onPick={onPick} />,
    })),
  ]
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={TITLES[purpose]} size="large">
      <Tabs label="Photo source" value={source} onChange={setSource} items={items} look="pill" />
    </Dialog>
  )
}
