package dev.meridian.verifier.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.messages.BusinessKey;
import dev.meridian.verifier.digest.UnreadableDigestException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SentFileTest {
  @TempDir private Path folder;

  /** JUnit sets the folder. */
  @SuppressWarnings("NullAway.Init")
  SentFileTest() {}

  @Test
  void open_writtenList_givesHeaderAndRequests() throws IOException {
    Path path = folder.resolve("sent");
    List<SentRequest> requests =
        List.of(
            SentRequest.payment("eu", new BusinessKey("bk"), "rk", "00ff", 3),
            SentRequest.undecodable("us", "{".getBytes(StandardCharsets.UTF_8), 1));
    try (SentFile.Out out = SentFile.write(path, new SentFile.Header(2, 500))) {
      requests.forEach(out::add);
    }

    SentFile sent = SentFile.open(path);

    List<SentRequest> read = new ArrayList<>();
    sent.each(read::add);
    assertThat(read).isEqualTo(requests);
    assertThat(read.get(0).dedupKey()).isEqualTo("16:PaymentRequested,2:bk,2:rk,");
    assertThat(read.get(1).dedupKey())
        .isEqualTo("sha256:021fb596db81e6d02bf3d2586ee3981fe519f275c0ac9ca76bbcf2ebb4097d96");
    assertThat(sent.header()).isEqualTo(new SentFile.Header(1, 2, 500));
  }

  @Test
  void open_emptyFile_isRefused() throws IOException {
    Path path = Files.createFile(folder.resolve("empty"));

    assertThatThrownBy(() -> SentFile.open(path)).isInstanceOf(UnreadableDigestException.class);
  }

  @Test
  void each_damagedLine_isRefused() throws IOException {
    Path path = folder.resolve("damaged");
    Files.writeString(path, "{\"format\":1,\"kills\":0,\"inFlight\":0}\n{\"region\":\"eu\"");

    SentFile sent = SentFile.open(path);

    assertThatThrownBy(() -> sent.each(request -> {}))
        .isInstanceOf(UnreadableDigestException.class);
  }
}
