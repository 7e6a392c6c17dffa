/** The folder of the repository. */
export declare const root: string
/** A failure with a message for the user at the terminal. */
export declare class SetupError extends Error {}
/** Prints a set-up failure as a sentence and ends with code 1; throws anything else again. */
export declare function fail(error: unknown): never
/** Installs the packages of package-lock.json, unless they are installed already. */
export declare function ensurePackages(): void
/** Whether node_modules holds what package-lock.json asks for. */
export declare function packagesAreInstalled(): boolean
/** The path of a Node of version 24 or newer. */
export declare function ensureNode24(): string
/** A package of the registry and the hash of its content. */
interface PinnedPackage {
  name: string
  version: string
  integrity: string
}
/** Node 24, by platform. */
export declare const nodePackages: Record<string, PinnedPackage>
/** The files by which npm installs one package, and only with the content that its hash stands for. */
export declare function lockedPackage(wanted: PinnedPackage): { manifest: object; lock: object }
/** The path of a Chromium to test with. */
export declare function ensureChromium(): string
/** Puts temporary files into memory where the system offers enough. */
export declare function keepTemporaryFilesInMemory(): void
/** Runs this while no other process of the repository holds the lock of that name. */
export declare function withLock(name: string, work: () => void): void
