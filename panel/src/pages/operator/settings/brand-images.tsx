import { t } from '@lingui/core/macro';
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { OperatorCode } from '#operator/operator-code.tsx';
import { toBase64 } from '#parts/base64.ts';
import { Failure } from '#parts/failure.tsx';
import { Surface } from '#parts/surface.tsx';
import { readFailure } from '#requests/failure.ts';
import classes from './brand-images.module.css';
import { type BrandImage, useBrandImages, useRemoveImage, useSetImage } from './queries.ts';
import { IMAGES, imageTexts } from './texts.ts';

type Kind = BrandImage['kind'];

/** Larger files are not sent. */
const MOST_BYTES = 256 * 1024;

/** Upload and removal of the logo, the logo for dark pages and the favicon. */
export function BrandImages() {
  const images = useBrandImages();
  return (
    <Surface
      title={imageTexts.title}
      description={imageTexts.text}
      actions={<OperatorCode call={() => ({ path: '/brand/images' })} />}
    >
      {images.isError ? <Failure error={images.error} onRetry={() => void images.refetch()} /> : null}
      <Stack gap="md">
        {IMAGES.map(({ kind, label, description }) => (
          <ImageRow
            key={kind}
            kind={kind}
            label={label}
            description={description}
            image={images.data?.data.find((image) => image.kind === kind)}
          />
        ))}
      </Stack>
    </Surface>
  );
}

interface ImageRowProps {
  readonly kind: Kind;
  readonly label: string;
  readonly description: string;
  readonly image: BrandImage | undefined;
}

function ImageRow({ kind, label, description, image }: ImageRowProps) {
  const [tooLarge, setTooLarge] = useState(false);
  const upload = useSetImage();
  const remove = useRemoveImage();
  const choose = async (file: File | null) => {
    if (!file) return;
    upload.reset();
    setTooLarge(file.size > MOST_BYTES);
    if (file.size > MOST_BYTES) return;
    const content = await toBase64(file);
    upload.mutate(
      { kind, file: content },
      { onSuccess: () => notifications.show({ message: imageTexts.saved(label) }) },
    );
  };
  const problem = tooLarge ? imageTexts.tooLarge : upload.error ? explain(upload.error) : undefined;
  return (
    <Group gap="md" align="center" className={classes.row}>
      <div className={classes.preview} data-dark={kind === 'logo_dark' || undefined}>
        {image ? <img src={image.path} alt={label} /> : <Text size="xs">{imageTexts.none}</Text>}
      </div>
      <div className={classes.words}>
        <Text fw={550}>{label}</Text>
        <Text size="sm" c="dimmed">
          {image ? imageTexts.size(image.width, image.height) : description}
        </Text>
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
      </div>
      <Group gap="xs">
        {image && (
          <Button
            variant="default"
            loading={remove.isPending}
            aria-label={`${imageTexts.remove} ${label}`}
            onClick={() =>
              remove.mutate(kind, { onSuccess: () => notifications.show({ message: imageTexts.removed(label) }) })
            }
          >
            {imageTexts.remove}
          </Button>
        )}
        <FileButton accept="image/png" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={16} />}
              loading={upload.isPending}
              aria-label={`${imageTexts.upload} ${label}`}
            >
              {imageTexts.upload}
            </Button>
          )}
        </FileButton>
      </Group>
    </Group>
  );
}

/** Returns the sentence about the file, if the server gave one. */
function explain(error: unknown): string {
  const { message, details } = readFailure(error);
  const [first] = details;
  return first ? t`The file ${first.message}` : message;
}
