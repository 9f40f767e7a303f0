/* The WebSocket protocol (RFC 6455): the answer to the handshake, and frames.
 *
 *     byte 0   FIN, three reserved bits, opcode (4 bits)
 *     byte 1   MASK, length (7 bits): 126: 16 bits follow, 127: 64 bits follow
 *     then     the mask (4 bytes), which a client must send, and the payload
 *
 * A client that violates the standard is disconnected with code 1002: frames without a
 * mask, reserved bits or opcodes, lengths not in their shortest form, control frames that
 * are fragmented or longer than 125 bytes. */
#include "serve_inside.h"

#include <stdio.h>
#include <string.h>

/* --- the handshake ---------------------------------------------------------------------
 */

enum { SHA1_BYTES = 20, BLOCK_BYTES = 64 };

static uint32_t rotate_left(uint32_t word, int bits)
{
    return word << bits | word >> (32 - bits);
}

static void sha1_block(uint32_t state[5], const unsigned char block[BLOCK_BYTES])
{
    uint32_t word[80], a = state[0], b = state[1], c = state[2], d = state[3],
                       e = state[4];
    for (int i = 0; i < 16; i++)
        word[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                  (uint32_t)block[4 * i + 2] << 8 | (uint32_t)block[4 * i + 3];
    for (int i = 16; i < 80; i++)
        word[i] = rotate_left(word[i - 3] ^ word[i - 8] ^ word[i - 14] ^ word[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        uint32_t mixed = i < 20   ? ((b & c) | (~b & d)) + 0x5a827999
                         : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                         : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                                  : (b ^ c ^ d) + 0xca62c1d6;
        uint32_t next = rotate_left(a, 5) + mixed + e + word[i];
        e = d;
        d = c;
        c = rotate_left(b, 30);
        b = a;
        a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

/* SHA-1 of a text of at most 119 bytes: two blocks hold it. */
static void sha1(const char *text, size_t size, unsigned char digest[SHA1_BYTES])
{
    uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    unsigned char blocks[2 * BLOCK_BYTES] = {0};
    size_t bytes = size + 9 <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;
    memcpy(blocks, text, size);
    blocks[size] = 0x80;
    blocks[bytes - 2] = (unsigned char)(8 * size >> 8);
    blocks[bytes - 1] = (unsigned char)(8 * size);
    for (size_t at = 0; at < bytes; at += BLOCK_BYTES)
        sha1_block(state, blocks + at);
    for (int i = 0; i < SHA1_BYTES; i++)
        digest[i] = (unsigned char)(state[i / 4] >> (24 - 8 * (i % 4)));
}

/* Base64 of a digest: 28 characters for 20 bytes. */
static void base64(const unsigned char digest[SHA1_BYTES], char text[29])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *next = text;
    for (int at = 0; at < SHA1_BYTES; at += 3) {
        uint32_t bits = (uint32_t)digest[at] << 16 | (uint32_t)digest[at + 1] << 8 |
                        (at + 2 < SHA1_BYTES ? digest[at + 2] : 0u);
        for (int shift = 18; shift >= 0; shift -= 6)
            *next++ = letters[bits >> shift & 63];
    }
    text[27] = '=';
    text[28] = '\0';
}

bool serve_accept_handshake(struct serve_connection *connection, const char *key)
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char digest[SHA1_BYTES];
    char text[128], accept[29], head[256];
    int size = snprintf(text, sizeof text, "%.24s%s", key, magic);
    sha1(text, (size_t)size, digest);
    base64(digest, accept);
    size = snprintf(head, sizeof head,
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                    "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                    accept);
    return serve_send(connection, head, (size_t)size);
}

/* --- incoming frames -------------------------------------------------------------------
 */

enum { FIN = 0x80, RESERVED = 0x70, OPCODE = 0x0f, MASK = 0x80, LENGTH = 0x7f };

/* Reads exactly `size_bytes` bytes; each piece may take up to the time limit. */
static bool receive_all(struct serve_connection *connection, void *bytes, size_t size)
{
    char *next = bytes;
    int wait_ms = (int)(1000 * connection->server->options.timeout_s);
    while (size > 0) {
        long got = serve_receive(connection, next, size, wait_ms);
        if (got <= 0)
            return false;
        next += got;
        size -= (size_t)got;
    }
    return true;
}

/* Reads the first byte of a frame. A client that is silent for one and a half times the
 * limit receives a ping; if it does not answer, the connection is closed. */
static bool read_first_byte(struct serve_connection *connection, unsigned char *byte)
{
    enum { MAX_PINGS = 5 };
    int wait_ms = (int)(1500 * connection->server->options.timeout_s);
    for (int pings = 0; pings <= MAX_PINGS; pings++) {
        long got = serve_receive(connection, byte, 1, wait_ms);
        if (got >= 0)
            return got == 1;
        if (pings < MAX_PINGS && !serve_frame_write(connection, SERVE_PING, "", 0))
            return false;
    }
    return false;
}

static bool is_allowed(const unsigned char head[2])
{
    int opcode = head[0] & OPCODE;
    if ((head[0] & RESERVED) != 0 || (head[1] & MASK) == 0)
        return false;
    if (opcode >= SERVE_CLOSE)
        return opcode <= SERVE_PONG && (head[0] & FIN) != 0 &&
               (head[1] & LENGTH) <= SERVE_CONTROL_BYTES;
    return opcode <= SERVE_BINARY;
}

/* Reads the length that follows the first two bytes. */
static enum serve_reason read_length(struct serve_connection *connection, int length,
                                     uint64_t *size_bytes)
{
    unsigned char bytes[8];
    size_t count = length == 126 ? 2 : length == 127 ? 8 : 0;
    uint64_t min = length == 126 ? 126 : (uint64_t)1 << 16;
    *size_bytes = (uint64_t)length;
    if (count == 0)
        return SERVE_NORMAL;
    if (!receive_all(connection, bytes, count))
        return SERVE_LOST;
    *size_bytes = 0;
    for (size_t i = 0; i < count; i++)
        *size_bytes = *size_bytes << 8 | bytes[i];
    return *size_bytes < min || *size_bytes >> 63 != 0 ? SERVE_PROTOCOL : SERVE_NORMAL;
}

enum serve_reason serve_frame_next(struct serve_connection *connection,
                                   struct serve_frame *frame)
{
    unsigned char head[2];
    if (!read_first_byte(connection, head) || !receive_all(connection, head + 1, 1))
        return SERVE_LOST;
    if (!is_allowed(head))
        return SERVE_PROTOCOL;
    frame->opcode = head[0] & OPCODE;
    frame->last = (head[0] & FIN) != 0;
    enum serve_reason reason =
        read_length(connection, head[1] & LENGTH, &frame->size_bytes);
    if (reason == SERVE_NORMAL &&
        !receive_all(connection, frame->mask, sizeof frame->mask))
        return SERVE_LOST;
    return reason;
}

bool serve_frame_read(struct serve_connection *connection,
                      const struct serve_frame *frame, uint64_t offset, char *bytes,
                      size_t size_bytes)
{
    if (!receive_all(connection, bytes, size_bytes))
        return false;
    for (size_t i = 0; i < size_bytes; i++)
        bytes[i] = (char)((unsigned char)bytes[i] ^ frame->mask[(offset + i) % 4]);
    return true;
}

/* --- outgoing frames -------------------------------------------------------------------
 */

bool serve_frame_write(struct serve_connection *connection, enum serve_opcode opcode,
                       const char *bytes, size_t size_bytes)
{
    unsigned char head[10] = {(unsigned char)(FIN | opcode)};
    size_t head_bytes = size_bytes < 126 ? 2 : size_bytes < 1 << 16 ? 4 : 10;
    head[1] = (unsigned char)(head_bytes == 2 ? size_bytes : head_bytes == 4 ? 126 : 127);
    for (size_t i = 2; i < head_bytes; i++)
        head[i] = (unsigned char)((uint64_t)size_bytes >> 8 * (head_bytes - 1 - i));
    pthread_mutex_lock(&connection->writing);
    bool sent = connection->closed || (serve_send(connection, head, head_bytes) &&
                                       serve_send(connection, bytes, size_bytes));
    connection->closed = connection->closed || opcode == SERVE_CLOSE;
    pthread_mutex_unlock(&connection->writing);
    return sent;
}

void serve_frame_close(struct serve_connection *connection, enum serve_reason reason)
{
    const char code[] = {(char)(reason >> 8), (char)(reason & 0xff)};
    serve_frame_write(connection, SERVE_CLOSE, code, sizeof code);
}
