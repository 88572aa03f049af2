import { Button, Group, Stack } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMemo, type ReactNode } from "react";
import { encode, renderSVG } from "uqr";

/** Scanners need a margin of four modules. */
const shape = { ecc: "M", border: 4 } as const;
const SHOWN_PX = 200;
const PNG_PX_MIN = 1024;

interface QrCodeProps {
  readonly text: string;
  /** The file name without its extension. */
  readonly name: string;
  readonly label: string;
}

const svgOf = (text: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(renderSVG(text, { ...shape, pixelSize: 10 }))}`;

/** Dark on light in both themes, because many scanners need it. Drawn in the browser: the text is sent nowhere. */
export function QrPicture({ text, label }: Pick<QrCodeProps, "text" | "label">): ReactNode {
  const svg = useMemo(() => svgOf(text), [text]);
  return <img src={svg} alt={label} width={SHOWN_PX} height={SHOWN_PX} />;
}

/** A QR code with downloads for print. */
export function QrCode({ text, name, label }: QrCodeProps): ReactNode {
  const svg = useMemo(() => svgOf(text), [text]);
  const download = <IconDownload size={16} aria-hidden />;
  return (
    <Stack gap="sm" align="flex-start">
      <QrPicture text={text} label={label} />
      <Group gap="sm">
        <Button component="a" variant="default" href={svg} download={`${name}.svg`} leftSection={download}>
          Download SVG
        </Button>
        <Button variant="default" leftSection={download} onClick={() => savePng(text, name)}>
          Download PNG
        </Button>
      </Group>
    </Stack>
  );
}

function savePng(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = pngOf(text);
  link.download = `${name}.png`;
  link.click();
}

/** Uses whole pixels per module: scaling adds grey edges that scanners misread. */
function pngOf(text: string): string {
  const { data, size } = encode(text, shape);
  const scale = Math.ceil(PNG_PX_MIN / size);
  const canvas = document.createElement("canvas");
  canvas.width = size * scale;
  canvas.height = size * scale;
  const pen = canvas.getContext("2d");
  if (!pen) return "";
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "black";
  data.forEach((row, y) =>
    row.forEach((dark, x) => (dark ? pen.fillRect(x * scale, y * scale, scale, scale) : undefined)),
  );
  return canvas.toDataURL("image/png");
}
