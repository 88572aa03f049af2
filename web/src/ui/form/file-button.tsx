import { FileButton as MantineFileButton, type FileButtonProps } from "@mantine/core";
import { useRef, type ReactNode } from "react";

/** Also reports the file that was chosen last, which may have been corrected. Browsers do so only once its field is empty. */
export function FileButton({ onChange, ...more }: FileButtonProps): ReactNode {
  const reset = useRef<() => void>(null);
  const choose = (file: File | null): void => {
    reset.current?.();
    onChange(file);
  };
  return <MantineFileButton {...more} resetRef={reset} onChange={choose} />;
}
