import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { FindPhotos } from './find-photos.tsx'
import { GeneratePhotos } from './generate-photos.tsx'

export interface FindPhotosDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** Adds free photos and AI photos to the library. */
export function FindPhotosDialog({ open, onOpenChange }: FindPhotosDialogProps) {
  const [source, setSource] = useState('free')
  const items = [
    { value: 'free', label: 'Free photos', content: <FindPhotos companyId={null} /> },
    { value: 'ai', label: 'AI photos', content: <GeneratePhotos companyId={null} /> },
  ]
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Find photos" size="large">
      <Tabs label="Photo source" value={source} onChange={setSource} items={items} look="pill" />
    </Dialog>
  )
}
