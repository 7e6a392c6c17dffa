import { useStudioStore } from '../app/studio-store.ts'
import { Editor } from '../features/editor/editor.tsx'
import type { EditorSlots } from '../features/editor/editor-slots.ts'
import { ExportMenu } from '../features/export/export-menu.tsx'
import { PickerDialog } from '../features/picker/picker-dialog.tsx'

const slots: EditorSlots = { Picker: PickerDialog, ExportMenu }

export interface StudioStageProps {
  projectId: string | null
  onOpenProject(projectId: string): void
}

/** The editor with what it needs of other features: the picker and the ways out. */
export function StudioStage({ projectId, onOpenProject }: StudioStageProps) {
  const generation = useStudioStore((state) => state.generation)
  return <Editor projectId={projectId} generation={generation} slots={slots} onOpenProject={onOpenProject} />
}
