/** Whether something dragged over the page brings files. */
export const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean => dataTransfer?.types.includes('Files') ?? false
