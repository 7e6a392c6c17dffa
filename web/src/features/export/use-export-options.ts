import { create } from 'zustand'
import { keep, readStored } from '../../app/browser-storage.ts'
import { NORMAL, parseOptions, type ExportOptions } from './export-options.ts'

const KEY = 'ninesixteen.export'

/** The user's options, stored in this browser. */
export const useExportOptions = create<ExportOptions>(() => readStored(KEY, parseOptions) ?? NORMAL)

useExportOptions.subscribe((options) => keep(KEY, options))
