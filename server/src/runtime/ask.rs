//! Whether a server answers.

use std::{
    io::{self, Read as _, Write as _},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    time::Duration,
};

/// How much of the answer tells who gave it.
const N_READ: u64 = 4096;

/// Whether whoever listens on this port of the loopback address gives a list of conversations.
pub(super) fn answers(port: u16, patience: Duration) -> bool {
    head(port, patience).is_ok_and(|head| is_list(&head))
}

fn head(port: u16, patience: Duration) -> io::Result<String> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut stream = TcpStream::connect_timeout(&address, patience)?;
    stream.set_read_timeout(Some(patience))?;
    stream.set_write_timeout(Some(patience))?;
    // In one piece: a server that answers before it has read all of it would cut the answer off.
    let request =
        format!("GET /api/conversations HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut head = Vec::new();
    let mut chunk = [0; 512];
    // A list can be long: its beginning is enough.
    while !is_list(&String::from_utf8_lossy(&head)) && (head.len() as u64) < N_READ {
        match stream.read(&mut chunk)? {
            0 => break,
            n => head.extend_from_slice(chunk.get(..n).unwrap_or_default()),
        }
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}

fn is_list(answer: &str) -> bool {
    answer.starts_with("HTTP/1.1 200 ")
        && answer
            .split_once("\r\n\r\n")
            .is_some_and(|(_, body)| body.contains("{\"data\":"))
}

#[cfg(test)]
mod tests {
    use super::is_list;

    #[test]
    fn only_a_list_of_conversations_counts() {
        for (answer, is_ours) in [
            (
                "HTTP/1.1 200 OK\r\na: b\r\n\r\n{\"data\":[{\"id\":\"jp~c1",
                true,
            ),
            ("HTTP/1.1 404 Not Found\r\n\r\n{\"data\":[]}", false),
            ("HTTP/1.1 200 OK\r\n\r\n<h1>Something else</h1>", false),
            ("HTTP/1.1 200 OK\r\nx: {\"data\":", false),
            ("SSH-2.0-x\r\n", false),
            ("", false),
        ] {
            assert_eq!(is_list(answer), is_ours, "{answer}");
        }
    }
}
